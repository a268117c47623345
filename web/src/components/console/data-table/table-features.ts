import { columnVisibilityFeature, rowSelectionFeature, rowSortingFeature, tableFeatures } from '@tanstack/react-table';

/** The server pages, filters and sorts, so no row model is computed in the browser. */
export const FEATURES = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature });

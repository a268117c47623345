import { CancellationOfferPage } from '../../../../features/cancellation-offer/components/cancellation-offer-page.tsx';

export default function CancellationOffer() {
  return <CancellationOfferPage />;
}

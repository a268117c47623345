// Starts Swagger UI on the page /api/docs. A file of its own, because the content security policy refuses scripts in pages.
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  showExtensions: true,
  // Reads alone: a write would send real emails or open real payments.
  supportedSubmitMethods: ['get'],
  syntaxHighlight: false,
  // Otherwise it would send the document to a validator of another site.
  validatorUrl: null,
});

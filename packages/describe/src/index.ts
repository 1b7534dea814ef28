export { describeService } from './describe-service.js';
export type * from './described-service.js';
export type * from './openapi/open-api.js';
export { openApiDocument, openApiOf, type OpenApiOptions } from './openapi/open-api-document.js';
export * from './tools/describe-tools.js';
export { editorSchema } from './editor-schema.js';
export { PAGE_POLICY, pageAssets } from './pages/assets.js';
export { frontPageHTML } from './pages/front-page.js';
export { servicePage, servicesPage } from './pages/service-page.js';

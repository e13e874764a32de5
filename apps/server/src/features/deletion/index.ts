export { deletionRoutes } from './deletion.routes.ts'
export { createDeletionService as createDeletion } from './deletion.service.ts'

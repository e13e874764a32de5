export { passwordRoutes } from './passwords.routes.ts'
export { createPasswordService as createPasswords, type PasswordService } from './passwords.service.ts'
export { resetRoutes } from './reset.routes.ts'

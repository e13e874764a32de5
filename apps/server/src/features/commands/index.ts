export { commandRoutes } from './commands.routes.ts'
export { type CommandService, createCommandService } from './commands.service.ts'

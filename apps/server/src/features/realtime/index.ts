export { createHub, type Hub } from './hub.ts'
export { realtimeRoutes } from './realtime.routes.ts'

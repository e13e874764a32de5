export { createNotificationActs } from './acts.ts'

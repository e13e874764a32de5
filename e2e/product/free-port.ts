export { freePort } from '@senca/server/free-port'

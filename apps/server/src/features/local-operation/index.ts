export { createLocalOperationWatch } from './local-operation-watch.ts'

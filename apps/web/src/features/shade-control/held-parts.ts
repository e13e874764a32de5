export { SendKey } from './send-key.tsx'
export { ThreeValues } from './three-values.tsx'

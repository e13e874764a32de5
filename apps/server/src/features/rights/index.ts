export { ACCESS, type Access, actorOf } from './access.ts'
export { type Actor, can, type Guarded, type Verb } from './can.ts'
export { createRightsIndex, type RightsChange, type RightsIndex } from './rights-index.ts'

export { ACCESS, type Access, actorOf, linkOf, type ShownLink } from './access.ts'
export {
  type AccountActor,
  type Actor,
  can,
  type DeviceGrant,
  type Guarded,
  homeOf,
  type LinkActor,
  principalOf,
  type Verb,
} from './can.ts'
export { lentCapabilities, mayCommand } from './lent-commands.ts'
export { createRightsIndex, type RightsChange, type RightsIndex } from './rights-index.ts'

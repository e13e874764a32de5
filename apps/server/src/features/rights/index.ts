export { ACCESS, type Access, actorOf, bridgeOf, callActorOf, linkOf, type ShownLink } from './access.ts'
export {
  type AccountActor,
  type Actor,
  type BridgeActor,
  type CallActor,
  type CallScope,
  can,
  changesAtOf,
  type DelegateActor,
  type DeviceGrant,
  type Guarded,
  grantOf,
  isOfOwner,
  isSharedBy,
  type LinkActor,
  lastRoleFor,
  principalOf,
  type ReceivedRole,
  roleUsed,
  type SocketActor,
  type Verb,
} from './can.ts'
export { grantedCapabilities, mayCommand } from './granted-commands.ts'
export { createRightsIndex, type RightsChange, type RightsIndex, rightsEvents } from './rights-index.ts'

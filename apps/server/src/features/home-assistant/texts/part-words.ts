/** The parts of devices that have a name of their own. */
export const PART_NAMES = [
  'lock',
  'magnet',
  'lockButton',
  'contact',
  'foil',
  'doorLight',
  'handleLight',
  'light1',
  'light2',
  'battery',
  'hold',
  'fault',
  'connection',
  'refused',
] as const
export type PartName = (typeof PART_NAMES)[number]
export type PartWords = Readonly<Record<PartName, string>>

/** Why a command was not carried out. `held` has `{{reason}}`. */
export const REFUSAL_NAMES = [
  'held',
  'notAllowed',
  'pin',
  'pinLocked',
  'denied',
  'expired',
  'nobody',
  'offline',
  'busy',
  'doorOpen',
  'unconfirmed',
  'tooFast',
  'unsupported',
  'failed',
] as const
export type RefusalName = (typeof REFUSAL_NAMES)[number]
export type RefusalWords = Readonly<Record<RefusalName, string>>

import { deviceNameSchema } from '@senca/contract'

export type NameFault = 'empty' | 'invalid'

/** What is wrong with a name for a device or a channel; null when nothing is. */
export function nameFault(name: string): NameFault | null {
  if (name.trim() === '') return 'empty'
  return deviceNameSchema.safeParse(name).success ? null : 'invalid'
}

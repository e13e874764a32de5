import { deviceNameSchema } from '@senca/contract'

export type NameError = 'empty' | 'invalid'

/** What is wrong with a name for a device or a channel; null when nothing is. */
export function nameError(name: string): NameError | null {
  if (name.trim() === '') return 'empty'
  return deviceNameSchema.safeParse(name).success ? null : 'invalid'
}

import * as z from 'zod/mini'

/** The navigation state of a person who enters a code from an e-mail, and so has no link that could be invalid. */
export const BY_CODE = { byCode: true } as const

const byCodeSchema = z.object({ byCode: z.literal(true) })

export const isByCode = (navigationState: unknown): boolean => byCodeSchema.safeParse(navigationState).success

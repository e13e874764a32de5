import * as z from 'zod/mini'

/** The navigation state of somebody who came for a code, and has no link that could be wrong. */
export const BY_CODE = { byCode: true } as const

const byCodeSchema = z.object({ byCode: z.literal(true) })

export const isByCode = (navigationState: unknown): boolean => byCodeSchema.safeParse(navigationState).success

import { MATTER_REASONS } from '@senca/contract/matter'
import * as z from 'zod/mini'
import type { Sealing } from '#platform/sealing.ts'
import { COMMISSIONING_KEY, type MatterStore } from './matter.store.ts'

const schema = z.object({
  id: z.string(),
  status: z.enum(['searching', 'pairing', 'done', 'failed']),
  reason: z.optional(z.enum(MATTER_REASONS)),
  /** The id that the node has, or is given. */
  node: z.string(),
})

/** The newest adding of a device to an account. */
export type Commissioning = z.infer<typeof schema>

export const isInFlight = (commissioning: Commissioning | null): boolean =>
  commissioning?.status === 'searching' || commissioning?.status === 'pairing'

interface StoredCommissioningOptions {
  store: Pick<MatterStore, 'find' | 'save'>
  sealing: Sealing
}

/** Commissionings survive the end of the instance that controls the account: another one takes them up again. */
export function createStoredCommissioning({ store, sealing }: StoredCommissioningOptions) {
  const contextOf = (accountId: string) => `${accountId} ${COMMISSIONING_KEY}`

  return {
    async read(accountId: string): Promise<Commissioning | null> {
      const sealed = await store.find(accountId, COMMISSIONING_KEY)
      const opened = sealed === null ? null : sealing.open(sealed, contextOf(accountId))
      return opened === null ? null : (schema.safeParse(JSON.parse(opened)).data ?? null)
    },
    write(accountId: string, commissioning: Commissioning): Promise<void> {
      const sealed = sealing.seal(JSON.stringify(commissioning), contextOf(accountId))
      return store.save(accountId, new Map([[COMMISSIONING_KEY, sealed]]), [])
    },
  }
}

export type StoredCommissioning = ReturnType<typeof createStoredCommissioning>

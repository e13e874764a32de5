import { deviceLinkSchema, deviceLinksSchema } from '@senca/contract'
import type { Outcome } from '../account.ts'
import type { Seeded } from '../seeded.ts'
import type { SoakHome, Worker } from '../soak-home.ts'

const SLOTS = 12
const DAY_MS = 86_400_000

interface Slot {
  cell: string
  prefix: string
  token: string | null
  /** Whether the last write was executed is unknown until the comparison. */
  isInDoubt: boolean
}

/** An owner who creates, renames and deletes links. */
export function createLinkWorker({ ledger, owner, shared }: SoakHome, chance: Seeded): Worker {
  const slots = Array.from({ length: SLOTS }, (_, n): Slot => {
    const cell = `link ${n}`
    ledger.know(cell, 'none')
    return { cell, prefix: `L${n}.`, token: null, isInDoubt: false }
  })
  let serial = 0

  const make = async (slot: Slot, name: string): Promise<void> => {
    let answered: Outcome | undefined
    const verdict = await ledger.write(slot.cell, name, async () => {
      answered = await owner.ask('POST', '/api/v1/device-link/create', {
        devices: [shared.id],
        multiUse: true,
        name,
        startsAt: new Date().toISOString(),
        expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      })
      return answered
    })
    slot.isInDoubt = verdict === 'unknown'
    if (verdict === 'done' && answered?.kind === 'answered')
      slot.token = deviceLinkSchema.parse(answered.body).token
  }
  const change = async (slot: Slot, name: string, token: string): Promise<void> => {
    const verdict = await ledger.write(slot.cell, name, () =>
      owner.ask('POST', '/api/v1/device-link/update', { token, name }),
    )
    slot.isInDoubt = verdict === 'unknown'
  }
  const end = async (slot: Slot, token: string): Promise<void> => {
    const verdict = await ledger.write(slot.cell, 'none', () =>
      owner.ask('POST', '/api/v1/device-link/delete', { token }),
    )
    slot.isInDoubt = verdict === 'unknown'
    if (verdict === 'done') slot.token = null
  }

  return {
    name: 'links',
    async step() {
      const slot = chance.pick(slots)
      if (slot.isInDoubt) return
      serial += 1
      const name = `${slot.prefix}${serial}`
      if (slot.token === null) await make(slot, name)
      else if (chance.next() < 0.6) await change(slot, name, slot.token)
      else await end(slot, slot.token)
    },
    async verify() {
      const links = deviceLinksSchema.parse(await owner.read('/api/v1/device-link/list'))
      for (const slot of slots) {
        const found = links.find(({ name }) => name?.startsWith(slot.prefix))
        ledger.judge(slot.cell, found?.name ?? 'none')
        slot.token = found?.token ?? null
        slot.isInDoubt = false
      }
    },
  }
}

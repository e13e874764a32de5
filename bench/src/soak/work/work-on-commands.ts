import { deviceLinksSchema } from '@senca/contract'
import { activityListSchema } from '@senca/contract/activity'
import { type Account, failureOf, type Outcome } from '../account.ts'
import { resultsVerdict } from '../results-verdict.ts'
import type { Seeded } from '../seeded.ts'
import { type SoakHome, sleep, type Worker } from '../soak-home.ts'

const UNLOCK_EVERY_MS = 700
const MOVERS = 4
/** The share of moves whose end is awaited. */
const AWAITED = 0.25

/** Counts the requests and their acknowledgements: the number of executions must be between them. */
function createTally(cell: string, { ledger }: SoakHome) {
  let least = 0
  let most = 0
  return {
    async ask(send: () => Promise<Outcome>): Promise<void> {
      most += 1
      // Recorded in the ledger like every write, but compared as a number.
      const verdict = await ledger.write(cell, String(most), send, resultsVerdict)
      if (verdict === 'done') least += 1
    },
    judge(counted: number): void {
      const isWithin = counted >= least && counted <= most
      ledger.know(cell, isWithin ? String(counted) : `${least} to ${most}`)
      ledger.judge(cell, String(counted))
      least = counted
      most = counted
    },
  }
}

async function countUnlocks(owner: Account, doorId: string): Promise<number> {
  let counted = 0
  let before = ''
  for (;;) {
    const page = activityListSchema.parse(
      await owner.read(`/api/v1/activity/list?devicetoken=${doorId}${before}`),
    )
    counted += page.entries.filter(({ action }) => action === 'unlock').length
    const last = page.entries.at(-1)
    if (!page.more || last === undefined) return counted
    before = `&before=${last.id}`
  }
}

/** One move by a guest of the home's link. */
async function moveAsGuest({ call, shared, linkToken }: SoakHome, position: number): Promise<Outcome> {
  const json = { deviceIds: [shared.id], action: { command: 'move', position }, deviceLinkToken: linkToken }
  try {
    const answer = await call({
      method: 'POST',
      path: '/auth/api/v1/device-link/action',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    return {
      kind: 'answered',
      status: answer.status,
      body: JSON.parse(answer.text),
      tookMs: answer.tookMs,
    }
  } catch (error) {
    return failureOf(error)
  }
}

/** Workers that move, switch and unlock: as the owner, as guests, and at the wall switch. */
export function createCommandWorkers(home: SoakHome, seeded: Seeded): Worker[] {
  const { product, owner, devices, linkToken, shared } = home
  const shades = devices.filter(({ can, id }) => can.includes('setPosition') && id !== shared.id)
  const lights = devices.filter(({ can }) => can.includes('dimLight1'))
  const door = devices.find(({ can }) => can.includes('unlockMotor'))
  if (door === undefined) throw new Error('the demo home has no door')
  const unlocks = createTally('unlocks', home)
  const uses = createTally('uses', home)
  const nothingToCompare = async (): Promise<void> => {}

  const move = async (chance: Seeded): Promise<void> => {
    const path = '/api/v1/device/move'
    const dice = chance.next()
    if (dice < 0.15) {
      await owner.ask('POST', '/api/v1/device/abort', { commands: [{ token: chance.pick(shades).id }] })
    } else if (dice < 0.3) {
      const light = { command: 'light_apply', lightType: 'light_1', brightness: chance.int(0, 100) / 100 }
      await owner.ask('POST', path, { commands: [{ token: chance.pick(lights).id, ...light }] })
    } else {
      const commands = Array.from({ length: chance.int(1, 3) }, () => ({
        token: chance.pick(shades).id,
        command: 'move',
        position: chance.int(0, 100),
      }))
      await owner.ask('POST', path, { commands, wait: chance.next() < AWAITED })
    }
  }
  const chanceOfGuests = seeded.branch()
  const chanceOfHands = seeded.branch()

  return [
    ...Array.from({ length: MOVERS }, (_, n): Worker => {
      const chance = seeded.branch()
      return { name: `mover ${n}`, step: () => move(chance), verify: nothingToCompare }
    }),
    {
      name: 'hands at the wall',
      async step() {
        const wallSwitch = chanceOfHands.pick(['open', 'close', 'stop'])
        await product.provoke(chanceOfHands.pick(shades).id, { wallSwitch }).catch(() => {})
        await sleep(UNLOCK_EVERY_MS)
      },
      verify: nothingToCompare,
    },
    {
      name: 'unlocks',
      async step() {
        const commands = [{ token: door.id, command: 'unlock', lockType: 'motor', unlockDuration: 1 }]
        await unlocks.ask(() => owner.ask('POST', '/api/v1/device/move', { commands }))
        await sleep(UNLOCK_EVERY_MS)
      },
      verify: async () => unlocks.judge(await countUnlocks(owner, door.id)),
    },
    {
      name: 'guests',
      async step() {
        await uses.ask(() => moveAsGuest(home, chanceOfGuests.int(0, 100)))
        await sleep(UNLOCK_EVERY_MS / 2)
      },
      async verify() {
        const links = deviceLinksSchema.parse(await owner.read('/api/v1/device-link/list'))
        uses.judge(links.find(({ token }) => token === linkToken)?.uses ?? -1)
      },
    },
  ]
}

import { startProduct } from '@senca/e2e/product/product.ts'
import * as z from 'zod/mini'
import { sharedNow } from '../monotonic.ts'
import { percentile } from '../percentiles.ts'
import { claimShades, rolePerson } from './role-people.ts'

const LOST_AFTER_MS = 5_000
const roleSchema = z.object({ id: z.string() })

export interface Revocations {
  /** Milliseconds from the call to `device.deleted` on the open socket of who loses the device. */
  p50: number
  p99: number
  max: number
  /** Milliseconds from the call to its answer. */
  answered: number
  /** Revocations of which the socket was never told. */
  lost: number
}

/** Takes a device out of a role and puts it back, so many times, while its receiver listens. */
export async function measureRevocations(count: number): Promise<Revocations> {
  const product = await startProduct({ DEMO: 'off', LOG_LEVEL: 'warn' })
  try {
    const owner = await rolePerson(product, 'owner')
    const receiver = await rolePerson(product, 'receiver')
    const [kept = '', lent = ''] = await claimShades(product.url, owner, 2)
    const { id } = roleSchema.parse(
      await owner.client.post('role/create', {
        name: 'Bench',
        permissions: ['view', 'command'],
        devices: [kept, lent],
        users: [receiver.email],
      }),
    )
    const socket = await receiver.client.listen()
    /** When the socket was told of the device the next time; null when it never was. */
    const told = (subject: string, from: number): Promise<number | null> => {
      const until = sharedNow() + LOST_AFTER_MS
      return new Promise((resolve) => {
        const look = () => {
          const isTold = socket.heard
            .slice(from)
            .some((message) => message.subject === subject && JSON.stringify(message.data).includes(lent))
          if (isTold) resolve(sharedNow())
          else if (sharedNow() > until) resolve(null)
          else setTimeout(look, 1)
        }
        look()
      })
    }
    const took: number[] = []
    const answers: number[] = []
    let lost = 0
    for (let round = 0; round < count; round += 1) {
      const begun = sharedNow()
      const cut = told('device.deleted', socket.heard.length)
      await owner.client.post('role/update', { id, devices: [kept] })
      answers.push(sharedNow() - begun)
      const at = await cut
      if (at === null) lost += 1
      else took.push(at - begun)
      const back = told('device.created', socket.heard.length)
      await owner.client.post('role/update', { id, devices: [kept, lent] })
      await back
    }
    socket.close()
    return {
      p50: percentile(took, 0.5),
      p99: percentile(took, 0.99),
      max: percentile(took, 1),
      answered: percentile(answers, 0.5),
      lost,
    }
  } finally {
    await product.stop()
  }
}

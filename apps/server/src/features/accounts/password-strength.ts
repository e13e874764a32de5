import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** The maximum number of readings of a password like p4$$w0rd. It is limited because judging blocks all other requests. */
const READINGS = 10

/** Loads each part in a turn of the event loop of its own, so that commands do not wait for all of them. */
export async function loadStrength(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  await nextTurn()
  const { adjacencyGraphs, dictionary: common } = await import('@zxcvbn-ts/language-common')
  await nextTurn()
  const { dictionary: english } = await import('@zxcvbn-ts/language-en')
  await nextTurn()
  return new ZxcvbnFactory({
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: READINGS,
    dictionary: { ...common, ...english },
  })
}

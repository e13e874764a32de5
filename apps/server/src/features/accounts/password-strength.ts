import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** The maximum number of readings of a password like p4$$w0rd. It is limited because judging blocks all other requests. */
const READINGS = 10

/** Loads one dictionary in each turn of the event loop, so that commands do not wait for all of them. */
export async function loadStrength(): Promise<ZxcvbnFactory> {
  const { Options, ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  await nextTurn()
  const { adjacencyGraphs, dictionary: common } = await import('@zxcvbn-ts/language-common')
  await nextTurn()
  const { dictionary: english } = await import('@zxcvbn-ts/language-en')
  const factory = new ZxcvbnFactory({ graphs: adjacencyGraphs, l33tMaxSubstitutions: READINGS })
  // biome-ignore lint/complexity/useLiteralKeys: Private; the constructor would rank all dictionaries in one turn.
  const { rankedDictionaries, rankedDictionariesMaxWordSize } = factory['options']
  for (const [name, words] of Object.entries({ ...common, ...english })) {
    await nextTurn()
    const ranked = new Options({ dictionary: { [name]: words } })
    Object.assign(rankedDictionaries, ranked.rankedDictionaries)
    Object.assign(rankedDictionariesMaxWordSize, ranked.rankedDictionariesMaxWordSize)
  }
  return factory
}

import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

/** The maximum number of readings of a password like p4$$w0rd. Each takes time. */
const READINGS = 10

const strength = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: READINGS,
  dictionary: { ...common, ...english },
})

/**
 * How hard a password is to guess, 0..4, for somebody who knows the hints. Runs in a thread, and is JavaScript because threads of
 * Node 20 load no TypeScript.
 * @param {{ password: string, hints: readonly string[] }} asked
 * @returns {number}
 */
export default ({ password, hints }) => strength.check(password, [...hints]).score

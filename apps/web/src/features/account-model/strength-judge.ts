import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { hintsOf, type Strength, strengthOf } from './strength.ts'

/** The server judges as many characters by the same lists, so that the two never disagree. */
const JUDGED_LENGTH = 40

const judge = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary: { ...common, ...english } })

/** How hard `password` is to guess for who knows the account's `email`. */
export function judgeStrength(password: string, email: string | null): Strength {
  const judged = password.normalize('NFC').slice(0, JUDGED_LENGTH)
  return strengthOf(judge.check(judged, hintsOf(email)).score, password)
}

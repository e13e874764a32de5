import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { hintsOf, type Strength, strengthOf } from './strength.ts'

/** The server judges the same number of characters with the same word lists, so both always agree. */
const JUDGED_LENGTH = 40

const judge = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary: { ...common, ...english } })

/** How hard `password` is to guess for a person who knows the account's `email`. */
export function judgeStrength(password: string, email: string | null): Strength {
  const judged = password.normalize('NFC').slice(0, JUDGED_LENGTH)
  return strengthOf(judge.check(judged, hintsOf(email)).score, password)
}

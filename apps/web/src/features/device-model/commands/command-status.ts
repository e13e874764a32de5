import type { Target } from '@senca/contract'
import type { TFunction } from 'i18next'
import { doneText } from '#i18n/done-text.ts'
import { codeText, errorText } from '#i18n/error-text.ts'
import {
  type CommandEntry,
  type CommandFailure,
  type CommandIntent,
  type CommandPhase,
  canRetry,
  isUnconfirmed,
} from './command-lifecycle.ts'
import { type DeviceCommands, entriesOf, type Lane } from './commands.ts'

/** The progress of a command from the tap to its end, with texts to display. */
export interface CommandStatus {
  phase: CommandPhase
  intent: CommandIntent
  /** "Sent", "The device took it", "On its way", "Done in 12 s"; for a failure its reason. */
  words: string
  /** Time from sending to done in milliseconds; null before. */
  durationMs: number | null
  /** The reason of the failure as text; null if it did not fail. */
  failure: string | null
  /** The error code if the device failed or the server refused; null for all other failures. */
  error: string | null
  /** Details of the server about the failure, for example about a wrong PIN. */
  detail: string | null
  /** Whether the device action `onRetry` sends the command again. */
  canRetry: boolean
  /** Whether `failure` only says that nobody confirmed the command. */
  isUnconfirmed: boolean
}

/** What a card shows of the commands of its device. */
export interface CommandView {
  pending: { target: Target | null } | null
  error: string | null
  /** Whether the failed command can be sent again. */
  canRetry: boolean
  /** Whether `error` only says that nobody confirmed the command. */
  isUnconfirmed: boolean
  /** The text that a movement is done and how long it took. Shown for a moment; null before and after. */
  done: string | null
}

/** The commands of a device, or only those of the part `lane`, newest first. */
export const newestFirst = (commands: DeviceCommands, lane?: Lane): readonly CommandEntry[] =>
  entriesOf(commands)
    .filter(([own]) => lane === undefined || own === lane)
    .map(([, entry]) => entry)
    .sort((a, b) => b.sequence - a.sequence)

/** What a card shows of these commands, which must be ordered newest first. */
export function commandViewOf(entries: readonly CommandEntry[], t: TFunction): CommandView {
  const failed = entries.find(({ phase }) => phase === 'failed')
  const [newest] = entries
  return {
    pending: pendingOf(entries),
    error: failed === undefined ? null : failureOf(failed, entries, t),
    canRetry: failed !== undefined && canRetry(failed),
    isUnconfirmed: failed !== undefined && isUnconfirmed(failed),
    done:
      newest?.phase === 'done' && placeOf(newest.intent) !== null
        ? doneText(newest.durationMs ?? 0, t)
        : null,
  }
}

/** Why a command failed. A lock is named, with the others that failed for the same reason. */
function failureOf(failed: CommandEntry, entries: readonly CommandEntry[], t: TFunction): string | null {
  if (failed.failure === null) return null
  const words = failureWords(failed.failure, t)
  const locks = entries.flatMap(({ intent, failure }) =>
    intent.kind === 'unlock' && failure !== null && failureWords(failure, t) === words
      ? t(`card.lockName.${intent.lockType}`)
      : [],
  )
  if (failed.intent.kind !== 'unlock') return words
  return t('card.announce', { name: locks.join(', '), state: words })
}

/** The target of a command that moves a shade; null for any other command. */
const placeOf = (intent: CommandIntent): Target | null =>
  intent.kind === 'move' || intent.kind === 'ventilation' ? intent.target : null

/** The newest command that is still in flight, with its target. */
function pendingOf(entries: readonly CommandEntry[]): { target: Target | null } | null {
  const newest = entries.find(({ phase }) => phase !== 'failed' && phase !== 'done')
  return newest === undefined ? null : { target: placeOf(newest.intent) }
}

export const commandStatusOf = (entry: CommandEntry, t: TFunction): CommandStatus => {
  const { phase, intent, durationMs } = entry
  const failure = entry.failure === null ? null : failureWords(entry.failure, t)
  const spoken = entry.failure?.by === 'device' ? entry.failure : null
  return {
    phase,
    intent,
    words: failure ?? phaseWords(phase, durationMs ?? 0, t),
    durationMs,
    failure,
    error: spoken?.error ?? null,
    detail: spoken?.detail ?? null,
    canRetry: canRetry(entry),
    isUnconfirmed: isUnconfirmed(entry),
  }
}

function phaseWords(phase: CommandPhase, durationMs: number, t: TFunction): string {
  switch (phase) {
    case 'pending':
      return t('life.sent')
    case 'acknowledged':
      return t('life.acknowledged')
    case 'moving':
      return t('life.moving')
    case 'done':
      return doneText(durationMs, t)
    case 'failed':
      return t('errors.generic')
  }
}

/** The reason of a failure as text. */
function failureWords(failure: CommandFailure, t: TFunction): string {
  switch (failure.by) {
    case 'transport':
      return errorText(failure.cause, t)
    case 'connection':
      return t('life.connectionLost')
    case 'unconfirmed':
      return t('life.unconfirmed')
    case 'interrupted':
      return t(`life.others.${failure.what}`)
    case 'device':
      return failure.detail === null
        ? codeText(failure.error, failure.description, t)
        : t(`life.detail.${failure.detail}`, failure.description)
  }
}

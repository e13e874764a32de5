import { LANGUAGES } from '@senca/contract'
import type { ReactNode } from 'react'
import { currentLanguage } from '#i18n/language.ts'
import type { RadioOption } from '#ui/forms/radio-list.tsx'
import type { IconName } from '#ui/layout/icon-paths.ts'

/** A row of the settings, shown with its title and its current value. `kind` decides what a tap on it does. */
export type SettingRow = {
  key: string
  icon: IconName
  title: string
  value?: string | undefined
  danger?: boolean
} & (
  | { kind: 'link'; to: string; state?: unknown }
  /** Something that only is so. */
  | { kind: 'fact' }
  /** Something that a tap does at once. */
  | { kind: 'press'; onPress: () => void }
  /** A dialog of its own; `dialog` renders it while it is open. */
  | { kind: 'own'; dialog: (onClose: () => void) => ReactNode }
  | (DialogRow & (ChoiceSetting | TextSetting | ActionSetting))
)

/** What every row has that opens the dialog of settings. */
interface DialogRow {
  text?: string
  /** The label of the button that confirms. */
  verb: 'save' | 'reverse' | 'recalibrate' | 'restart' | 'delete'
  /** The message once the call has succeeded. */
  doneText: string
}

/** One of a few options. `current` is null if none is set or it is unknown. */
export interface ChoiceSetting {
  kind: 'choice'
  current: string | null
  options: readonly (RadioOption<string> & { send: () => Promise<unknown> })[]
}

/** A text, or a number as text. */
export interface TextSetting {
  kind: 'text'
  current: string
  label: string
  hint: string
  inputMode?: 'numeric'
  /** Why a text cannot be saved; null if it can. */
  errorOf: (text: string) => string | null
  send: (text: string) => Promise<unknown>
}

/** Something that the device does once it is confirmed. */
export interface ActionSetting {
  kind: 'action'
  send: () => Promise<unknown>
}

/** The rows that open the dialog of settings. */
export type AskingRow = Extract<SettingRow, DialogRow>

/** A list of rows; an empty one is not shown. `after` follows it. */
export interface SettingList {
  heading?: string
  rows: readonly SettingRow[]
  after?: ReactNode
}

/** The heading of a list that belongs to the device, in the language of the page. */
export const inCapitals = (heading: string): string =>
  heading.toLocaleUpperCase(LANGUAGES[currentLanguage()].tag)

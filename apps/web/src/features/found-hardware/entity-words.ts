import type { Entity, EntityAction } from '@senca/contract/discovery'
import type { TFunction } from 'i18next'
import type { Texts } from '#i18n/resources.ts'
import type { IconName } from '#ui/layout/icon-paths.ts'

type Ability = keyof Texts['found']['can']

/** Several actions may be one ability for a person. */
const ABILITIES: readonly [EntityAction, Ability][] = [
  ['open', 'move'],
  ['close', 'move'],
  ['stop', 'stop'],
  ['setPosition', 'position'],
  ['setTilt', 'tilt'],
  ['openTilt', 'tilt'],
  ['closeTilt', 'tilt'],
  ['lock', 'lock'],
  ['unlock', 'unlock'],
  ['unlatch', 'unlatch'],
  ['on', 'switch'],
  ['off', 'switch'],
  ['setBrightness', 'dim'],
]

/** What an entity can do, in words. */
export function abilitiesOf({ kind, can }: Pick<Entity, 'kind' | 'can'>, t: TFunction): string[] {
  if (kind === 'contact') return [t('found.can.contact')]
  const abilities = new Set(
    ABILITIES.filter(([action]) => can.includes(action)).map(([, ability]) => ability),
  )
  return [...abilities].map((ability) => t(`found.can.${ability}`))
}

export interface Problem {
  text: string
  /** English text about the part of the announcement that is concerned. */
  detail: string | null
}

/** What an entity cannot do, and why. */
export function problemsOf(
  { limitations, state }: Pick<Entity, 'limitations' | 'state'>,
  t: TFunction,
): Problem[] {
  const { unread } = state
  return [
    ...limitations.map(({ code, part, detail }) => ({
      text: t(`found.problem.${code}`),
      detail: part === null || detail === null ? null : `${part}: ${detail}`,
    })),
    ...(unread === null ? [] : [{ text: t('found.unread', { word: unread }), detail: null }]),
  ]
}

const ICONS = {
  cover: 'roller_shutter',
  lock: 'lock',
  light: 'light',
  switch: 'wallSwitch',
  contact: 'doorOpen',
} as const satisfies Record<Entity['kind'], IconName>

export const iconOf = ({ kind, suggestedType }: Pick<Entity, 'kind' | 'suggestedType'>): IconName =>
  suggestedType ?? ICONS[kind]

/** The name of an entity, or what it is. */
export const entityName = ({ name, kind }: Pick<Entity, 'name' | 'kind'>, t: TFunction): string =>
  name ?? t(`found.kind.${kind}`)

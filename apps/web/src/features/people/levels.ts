import type { Permission } from '@senca/contract'

/** What a person may do, as one choice. `both` combines control and maintenance, neither of which includes the other. */
export const LEVELS = ['view', 'command', 'maintain', 'both'] as const
export type Level = (typeof LEVELS)[number]

export function levelOf(permissions: readonly Permission[]): Level {
  const mayCommand = permissions.includes('command')
  if (permissions.includes('maintain')) return mayCommand ? 'both' : 'maintain'
  return mayCommand ? 'command' : 'view'
}

/**
 * Whether a person, for example an installer, may maintain devices without controlling them. Such a role must end within some
 * days.
 */
export const isHandOver = (level: Level): boolean => level === 'maintain'

const PERMISSIONS_OF = {
  view: ['view'],
  command: ['view', 'command'],
  maintain: ['view', 'maintain'],
  both: ['view', 'command', 'maintain'],
} as const satisfies Record<Level, readonly Permission[]>

export const permissionsOf = (level: Level): Permission[] => [...PERMISSIONS_OF[level]]

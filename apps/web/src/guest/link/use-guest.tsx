import { endTarget, type GuestLink, type LightType, type LockType, type Target } from '@senca/contract'
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { type CommandView, commandViewOf, newestFirst } from '#features/devices/command-status.ts'
import type { DeviceCommands, Lane } from '#features/devices/commands.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { guestClock, realtime } from '../browser.ts'
import { shownLanguage } from '../words/guest-language.ts'
import type { Guest, GuestState } from './guest.ts'
import { type LentCard, withinLimits } from './link-view.ts'

export const GuestContext = createContext<Guest | null>(null)

export function useGuest(): Guest {
  const guest = useContext(GuestContext)
  if (guest === null) throw new Error('There is no guest around this')
  return guest
}

export const useGuestState = <T,>(select: (state: GuestState) => T): T => useStore(useGuest().store, select)

/** The connection of the link; null while none is wanted. */
export const useConnection = () => {
  const key = useGuest().key
  return useSyncExternalStore(realtime.subscribe, () => realtime.status(key))
}

/** Whether what is shown is only what was last heard. */
export function useStale(): boolean {
  const isReached = useGuestState((state) => state.isReached)
  return useConnection()?.state === 'lost' && !isReached
}

const LANES = {
  light_1: ['setLight1'],
  light_2: ['setLight2'],
} as const satisfies Record<string, readonly Lane[]>
const NO_COMMANDS: DeviceCommands = {}

/** What was asked of a card's device, newest first; of one part of it, if `lanes` says so. */
export function useEntries({ id, specifier }: Pick<LentCard, 'id' | 'specifier'>, lanes?: readonly Lane[]) {
  const own = useStore(useGuest().commands.store, ({ byDevice }) => byDevice[id])
  return useMemo(
    () => newestFirst(own ?? NO_COMMANDS, specifier === null ? lanes : LANES[specifier]),
    [own, specifier, lanes],
  )
}

export function useCommandView(card: LentCard, lanes?: readonly Lane[]): CommandView {
  const { t } = useTranslation()
  return commandViewOf(useEntries(card, lanes), t)
}

/** What can be asked of a card, bound to it. */
export function useActions(card: LentCard) {
  const guest = useGuest()
  const link = useGuestState((state) => state.link)
  return useMemo(() => actionsOf(guest, card, link), [guest, card, link])
}

function actionsOf({ commands }: Guest, { id, device }: LentCard, link: GuestLink | null) {
  const move = (target: Target) => commands.move(id, withinLimits(target, link?.limits[id]))
  return {
    onDismissError: () => commands.dismiss(id),
    onRetry: () => commands.retry(id),
    onMove: move,
    onOpen: () => move(endTarget(device.can, 0)),
    onClose: () => move(endTarget(device.can, 1)),
    onStop: () => commands.stop(id),
    onUnlock: (lock: LockType) => commands.unlock(id, lock),
    onToggleFoil: (isMilky: boolean) => commands.setFoil(id, isMilky ? 1 : 0),
    onToggleLight: (light: LightType, isOn: boolean) => commands.setLight(id, light, isOn ? 1 : 0),
  }
}
export type Actions = ReturnType<typeof actionsOf>

/** The tag by which dates and numbers are written. */
export function useTag(): string {
  // The words change with the language.
  useTranslation()
  return formatTag(shownLanguage())
}

/** The time in milliseconds, updated after as long as `untilNext` says of it. */
export function useNow(untilNext: (now: number) => number): number {
  const [now, setNow] = useState(guestClock.now)
  useEffect(() => {
    const timer = setTimeout(() => setNow(guestClock.now()), untilNext(now))
    return () => clearTimeout(timer)
  }, [now, untilNext])
  return now
}

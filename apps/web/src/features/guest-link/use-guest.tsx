import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import {
  type CommandView,
  commandViewOf,
  newestFirst,
} from '#features/device-model/commands/command-status.ts'
import { type DeviceCommands, type Lane, LIGHT_LANES } from '#features/device-model/commands/commands.ts'
import { deviceActions } from '#features/device-model/commands/device-actions.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { guestClock, realtime } from './browser.ts'
import type { Guest, GuestState } from './guest.ts'
import { type SharedCard, withinLimits } from './link-view.ts'

export const GuestContext = createContext<Guest | null>(null)

export function useGuest(): Guest {
  const guest = useContext(GuestContext)
  if (guest === null) throw new Error('There is no guest around this')
  return guest
}

export const useGuestState = <T,>(select: (state: GuestState) => T): T => useStore(useGuest().store, select)

/** The connection status of the link; null while no connection is wanted. */
export const useConnection = () => {
  const key = useGuest().key
  return useSyncExternalStore(realtime.subscribe, () => realtime.status(key))
}

/** Whether the shown data may be outdated. */
export function useStale(): boolean {
  const isReached = useGuestState((state) => state.isReached)
  return useConnection()?.state === 'lost' && !isReached
}

const NO_COMMANDS: DeviceCommands = {}

/** The commands of a card's device, or only those of the part `lane`, newest first. */
export function useEntries({ id, specifier }: Pick<SharedCard, 'id' | 'specifier'>, lane?: Lane) {
  const own = useStore(useGuest().commands.store, ({ byDevice }) => byDevice[id])
  return useMemo(
    () => newestFirst(own ?? NO_COMMANDS, specifier === null ? lane : LIGHT_LANES[specifier]),
    [own, specifier, lane],
  )
}

export function useCommandView(card: SharedCard, lane?: Lane): CommandView {
  const { t } = useTranslation()
  return commandViewOf(useEntries(card, lane), t)
}

export function useActions(card: SharedCard) {
  const guest = useGuest()
  const link = useGuestState((state) => state.link)
  return useMemo(
    () =>
      deviceActions(guest.commands, card.device, card.id, (target) =>
        withinLimits(target, link?.limits[card.id]),
      ),
    [guest, card, link],
  )
}

/** The language tag for the format of dates and numbers. */
export function useTag(): string {
  // Subscribes to language changes.
  useTranslation()
  return formatTag(currentLanguage())
}

/** The time in milliseconds, updated after the delay that `untilNext` returns. */
export function useNow(untilNext: (now: number) => number): number {
  const [now, setNow] = useState(guestClock.now)
  useEffect(() => {
    const timer = setTimeout(() => setNow(guestClock.now()), untilNext(now))
    return () => clearTimeout(timer)
  }, [now, untilNext])
  return now
}

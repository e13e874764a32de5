import type { DeviceInfo } from '@senca/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/api/query-client.ts'
import { readDevice } from '#features/device-model/device-cache.ts'
import { useRooms } from '#features/room-model/rooms.ts'
import { loadTexts } from '#i18n/language.ts'
import type { TextPart } from '#i18n/resources.ts'
import { useHomeView, useSetQuery } from '../home-view.ts'
import { findDevices } from './find-devices.ts'

const WRITES = 'input, textarea, select, [contenteditable="true"]'

/** Calls `onSlash` when "/" is typed, except in a field or while a dialog is open. Returns the function that stops listening. */
function followSlash(onSlash: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (document.querySelector('[role="dialog"]') !== null) return
    if (event.target instanceof Element && event.target.closest(WRITES) !== null) return
    event.preventDefault()
    onSlash()
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}

/**
 * Searches `ids` by name, room and device type. Offered if the home `isLong` or if the URL contains a query.
 */
export function useHomeSearch(ids: readonly string[], isLong: boolean) {
  const { t } = useTranslation()
  const { query } = useHomeView()
  const setQuery = useSetQuery()
  const [isWanted, setWanted] = useState(false)
  const rooms = useRooms()
  const key = useRef<HTMLButtonElement>(null)
  const isOffered = isLong || query !== ''
  const hasKinds = useTexts('settings', isOffered)
  const isOpen = isOffered && (isWanted || query !== '')
  useEffect(() => {
    if (isOffered) return followSlash(() => setWanted(true))
  }, [isOffered])

  const close = () => {
    setWanted(false)
    if (query !== '') setQuery('', false)
    key.current?.focus()
  }
  const devices = ids.map((id) => readDevice(queryClient, id)).filter((device) => device !== undefined)
  const wordsOf = ({ id, name, devicetype }: DeviceInfo) => [
    name,
    hasKinds ? t(`settings.kind.${devicetype}`) : '',
    rooms?.find((room) => room.devices.includes(id))?.name ?? '',
  ]
  const find = (wanted: string) => findDevices(devices, wanted, wordsOf)
  return {
    isOpen,
    find,
    ids: query === '' ? ids : find(query).map(({ id }) => id),
    /** The button that opens and closes the search; null if no search is offered. */
    key: isOffered ? { ref: key, isPressed: isOpen, onClick: isOpen ? close : () => setWanted(true) } : null,
    close,
  }
}

/** Whether the texts of a part are there; loads them when they are wanted. */
function useTexts(part: TextPart, isWanted: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    loadTexts(part).then(
      () => setLoaded(true),
      () => {},
    )
  }, [part, isWanted])
  return isLoaded
}

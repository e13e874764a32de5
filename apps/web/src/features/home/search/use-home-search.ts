import type { DeviceInfo } from '@senca/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { queryClient } from '#core/api/query-client.ts'
import { readDevice } from '#features/device-model/device-cache.ts'
import { useRooms } from '#features/room-model/rooms.ts'
import { loadTexts } from '#i18n/language.ts'
import type { TextPart } from '#i18n/resources.ts'
import { useHomeView, useSetQuery } from '../home-view.ts'
import { findDevices } from './find-devices.ts'
import { searchKey, searchOpen } from './search-open.ts'

/** A home with at most this many devices needs no search. */
const SHORT_UP_TO = 12
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

const open = () => searchOpen.setState({ isWanted: true })

/** Whether a search is offered and open. It is offered for a home of many devices, or if the URL contains a query. */
export function useSearchKey(devices: number) {
  const { query } = useHomeView()
  const setQuery = useSetQuery()
  const { isWanted } = useStore(searchOpen)
  const isOffered = devices > SHORT_UP_TO || query !== ''
  const isOpen = isOffered && (isWanted || query !== '')
  const close = () => {
    searchOpen.setState({ isWanted: false })
    if (query !== '') setQuery('', false)
    searchKey.current?.focus()
  }
  return { isOffered, isOpen, open, close }
}

/** Searches `ids` by name, room and device type. */
export function useHomeSearch(ids: readonly string[], devices: number) {
  const { t } = useTranslation()
  const { query } = useHomeView()
  const { isOffered, isOpen, close } = useSearchKey(devices)
  const rooms = useRooms()
  const hasKinds = useTexts('settings', isOffered)
  useEffect(() => {
    if (isOffered) return followSlash(open)
  }, [isOffered])
  useEffect(() => () => searchOpen.setState({ isWanted: false }), [])

  const found = ids.map((id) => readDevice(queryClient, id)).filter((device) => device !== undefined)
  const wordsOf = ({ id, name, devicetype }: DeviceInfo) => [
    name,
    hasKinds ? t(`settings.kind.${devicetype}`) : '',
    rooms?.find((room) => room.devices.includes(id))?.name ?? '',
  ]
  const find = (wanted: string) => findDevices(found, wanted, wordsOf)
  return { isOpen, find, ids: query === '' ? ids : find(query).map(({ id }) => id), close }
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

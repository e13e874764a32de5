import type { DeviceInfo } from '@senca/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { deviceLinkState, devicePath } from '#features/device-model/device-paths.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useIsTyped, useSetQuery } from '../home-view.ts'
import styles from './home-search.module.css'

/** The search field of the home. Enter opens the first result of `find`, Escape calls `onClose`. The query is kept in the URL. */
export function HomeSearch(props: {
  query: string
  find: (query: string) => readonly DeviceInfo[]
  onClose: () => void
}) {
  const { query, find } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const setQuery = useSetQuery()
  const [text, setText] = useState(query)
  const isTyped = useIsTyped()
  useEffect(() => {
    if (!isTyped) setText(query)
  }, [query, isTyped])

  const type = (next: string) => {
    // The first letter adds a history entry, so that back clears the search; further letters replace it.
    setQuery(next, text === '')
    setText(next)
  }
  const openFirst = () => {
    const [first] = find(text)
    if (text.trim() === '' || first === undefined) return
    navigate(devicePath(first, 'control'), { state: deviceLinkState(first) })
  }

  const hits = find(query).length
  return (
    <search className={styles.line}>
      <input
        className={styles.input}
        type="text"
        inputMode="search"
        enterKeyHint="go"
        autoComplete="off"
        maxLength={60}
        // biome-ignore lint/a11y/noAutofocus: it appears when a person asks for it
        autoFocus
        aria-label={t('list.search.label')}
        placeholder={t('list.search.label')}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onClose()
          else if (event.key === 'Enter' && !event.nativeEvent.isComposing) openFirst()
        }}
      />
      <span className={styles.hits} role="status">
        {query.trim() !== '' && (hits === 0 ? t('list.search.none') : t('list.search.hits', { count: hits }))}
      </span>
      <IconButton icon="close" label={t('home.only.showAll')} onClick={props.onClose} />
    </search>
  )
}

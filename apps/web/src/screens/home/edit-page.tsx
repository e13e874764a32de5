import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded, type Loading } from '#ui/feedback/loaded.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'

/**
 * The page that edits the one of the `id` in the URL, or makes a new one at `…/new`: then its children get null. What is not in the
 * list (any more) leads back to it. `kind` is the path of the list, and has the words.
 */
export function EditPage<Data, One extends { id: string; name: string }>(props: {
  kind: 'groups' | 'moments' | 'scenarios'
  query: Loading<Data>
  listOf: (data: Data) => readonly One[]
  children: (one: One | null, data: Data, close: () => void) => ReactNode
}) {
  const { t } = useTranslation()
  const { kind, query, listOf } = props
  const list = `/${kind}`
  const close = useGoBack(list)
  const words = useLoadedWords()
  const { pathname, search } = useLocation()
  const isNew = pathname === `${list}/new`
  const id = new URLSearchParams(search).get('id')
  const find = (data: Data) => (isNew ? undefined : listOf(data).find((one) => one.id === id))
  const name = query.data === undefined ? undefined : find(query.data)?.name
  const title = isNew
    ? t(`${kind}.new`)
    : name === undefined
      ? t(`${kind}.title`)
      : t(`${kind}.edit`, { name })
  usePageTitle(title)
  return (
    <SubPage title={title} backLabel={t('header.back')} onBack={close}>
      <Loaded query={query} words={words}>
        {(data) => {
          const one = find(data)
          return isNew || one !== undefined ? (
            props.children(one ?? null, data, close)
          ) : (
            <Navigate to={list} replace />
          )
        }}
      </Loaded>
    </SubPage>
  )
}

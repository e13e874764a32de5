import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { MomentForm } from '#features/moments/moment-form.tsx'
import { momentsQuery } from '#features/moments/moments.ts'
import { MOMENT_TEMPLATES, parseTemplate } from '#features/moments/templates.ts'
import { scenariosQuery } from '#features/scenarios/scenarios.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'

const useFormData = () =>
  useQueries({
    queries: [momentsQuery, scenariosQuery],
    combine: ([moments, scenarios]) => ({
      data:
        moments.data === undefined || scenarios.data === undefined
          ? undefined
          : { moments: moments.data, scenarios: scenarios.data },
      error: moments.error ?? scenarios.error,
      refetch: () => Promise.all([moments.refetch(), scenarios.refetch()]),
    }),
  })

/** Edits the moment `id` of the URL, or makes a new one, which may start from a template. */
export default function MomentEditScreen() {
  const { t } = useTranslation()
  const goBack = useGoBack('/moments')
  const words = useLoadedWords()
  const { pathname, search } = useLocation()
  const isNew = pathname === '/moments/new'
  const params = new URLSearchParams(search)
  const template = parseTemplate(params.get('template'))
  const query = useFormData()
  const moment = isNew ? undefined : query.data?.moments.find(({ id }) => id === params.get('id'))
  const name = moment?.name
  const title = isNew
    ? t('moments.new')
    : name === undefined
      ? t('moments.title')
      : t('moments.edit', { name })
  usePageTitle(title)
  return (
    <SubPage title={title} backLabel={t('header.back')} onBack={goBack}>
      <Loaded query={query} words={words}>
        {({ scenarios }) =>
          !isNew && moment === undefined ? (
            <Navigate to="/moments" replace />
          ) : (
            <MomentForm
              key={moment?.id ?? 'new'}
              moment={moment ?? null}
              start={
                template === null
                  ? { name: '', steps: [] }
                  : { name: t(`moments.template.${template}`), steps: MOMENT_TEMPLATES[template] }
              }
              scenarios={scenarios.filter(({ madeBy }) => madeBy === null)}
              onClose={goBack}
            />
          )
        }
      </Loaded>
    </SubPage>
  )
}

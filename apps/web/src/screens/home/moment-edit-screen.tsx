import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { MomentForm } from '#features/moments/moment-form.tsx'
import { momentsQuery } from '#features/moments/moments.ts'
import { MOMENT_TEMPLATES, parseTemplate } from '#features/moments/templates.ts'
import { scenariosQuery } from '#features/scenarios/scenarios.ts'
import { EditPage } from './edit-page.tsx'

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

/** A new moment may start from the template of the URL. */
export default function MomentEditScreen() {
  const { t } = useTranslation()
  const template = parseTemplate(new URLSearchParams(useLocation().search).get('template'))
  return (
    <EditPage kind="moments" query={useFormData()} listOf={({ moments }) => moments}>
      {(moment, { scenarios }, close) => (
        <MomentForm
          key={moment?.id ?? 'new'}
          moment={moment}
          start={
            template === null
              ? { name: '', steps: [] }
              : { name: t(`moments.template.${template}`), steps: MOMENT_TEMPLATES[template] }
          }
          scenarios={scenarios.filter(({ madeBy }) => madeBy === null)}
          onClose={close}
        />
      )}
    </EditPage>
  )
}

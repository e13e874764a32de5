import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { useAccount } from '#features/account-model/accounts.ts'
import { ReportView } from '#features/people/report/report-view.tsx'
import { givenQuery, reportQuery } from '#features/people/roles.ts'
import { LoadedSharing } from '#features/sharing-model/loaded-sharing.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { HomeGate } from '../home/home-gate.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'

/** The printable report of a hand-over. */
export default function RoleReportScreen() {
  const [params] = useSearchParams()
  const id = params.get('id')
  return id === null ? <Navigate to="/access" replace /> : <Report id={id} />
}

function Report({ id }: { id: string }) {
  const { t } = useTranslation()
  const report = useQuery(reportQuery(id))
  const { data: roles = [] } = useQuery(givenQuery)
  const me = useAccount((account) => account.email)
  usePageTitle(t('report.title'))
  return (
    <SubPage title={t('report.title')} backLabel={t('header.back')} onBack={useGoBack('/access')} wide>
      <HomeGate>
        {(devices) => (
          <LoadedSharing query={report}>
            {(entries) => (
              <ReportView
                role={roles.find((role) => role.id === id) ?? null}
                entries={entries}
                devices={devices}
                me={me ?? ''}
              />
            )}
          </LoadedSharing>
        )}
      </HomeGate>
    </SubPage>
  )
}

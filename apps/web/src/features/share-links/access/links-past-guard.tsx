import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from '../links.module.css'
import { accessQuery } from '../links.queries.ts'
import { linksApi } from '../links.ts'

/**
 * Says how many links can unlock a door without the PIN or passkey of the household, and links to them (`to`). Renders nothing if
 * there are none.
 */
export function LinksPastGuard({ deviceId, to }: { deviceId: string; to: string }) {
  const { t } = useTranslation()
  const { data: entries = [] } = useQuery(accessQuery(linksApi, deviceId))
  const count = entries.filter(({ kind }) => kind === 'link').length
  if (count === 0) return null
  return (
    <p className={styles.pastGuard}>
      <span>{`${t('access.pastGuard', { count })} `}</span>
      <Link to={to}>{t('access.title')}</Link>
    </p>
  )
}

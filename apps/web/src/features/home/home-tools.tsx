import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryClient } from '#core/api/query-client.ts'
import { homeQuery } from '#features/device-model/devices.queries.ts'
import { devicesApi } from '#features/device-model/devices.ts'
import { AppLink } from '#ui/layout/app-link.tsx'
import { SEARCH_PATH } from '#ui/layout/early-paths.ts'
import { FACADE, HomeMore, ToolIcon } from './home-more.tsx'
import styles from './home-tools.module.css'
import { useShown } from './owner-choice.ts'
import { searchKey } from './search/search-open.ts'
import { useSearchKey } from './search/use-home-search.ts'

const NONE: readonly string[] = []

/** The keys of the home beside its rooms: the search, and with `hasMore` what else can be done with the whole list. */
export function HomeTools({ hasMore = true }: { hasMore?: boolean }) {
  const { t } = useTranslation()
  const { data: all = NONE } = useQuery(homeQuery(queryClient, devicesApi, Date.now))
  const search = useSearchKey(useShown(all).ids.length)
  return (
    <div className={styles.tools}>
      {search.isOffered && (
        <button
          ref={searchKey}
          type="button"
          className={styles.tool}
          aria-label={t('home.search')}
          title={t('home.search')}
          aria-pressed={search.isOpen}
          aria-keyshortcuts="/"
          onClick={search.isOpen ? search.close : search.open}
        >
          <ToolIcon path={SEARCH_PATH} />
        </button>
      )}
      <AppLink
        className={`${styles.tool} ${styles.onWide}`}
        to="/facade"
        aria-label={t('home.facade')}
        title={t('home.facade')}
      >
        <ToolIcon path={FACADE} />
      </AppLink>
      {hasMore && <HomeMore />}
    </div>
  )
}

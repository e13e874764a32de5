import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import styles from './access-screen.module.css'

/** The key that gives access. It asks by which way: to a person with an account, or to anybody with a link. */
export function GiveAccess({ deviceId }: { deviceId: string | null }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const query = deviceId === null ? '' : `?${new URLSearchParams({ deviceId })}`
  return (
    <div className={styles.give} data-edge="">
      <Button variant="primary" icon="plus" onClick={() => setAsking(true)}>
        {t('people.give')}
      </Button>
      <Dialog
        open={isAsking}
        title={t('access.how.title')}
        onCancel={() => setAsking(false)}
        actions={
          <Button variant="quiet" onClick={() => setAsking(false)}>
            {t('dialog.cancel')}
          </Button>
        }
      >
        <ul className={styles.ways}>
          <li>
            <ButtonLink to={`/links/new${query}`} icon="link" wide>
              {t('access.how.link')}
            </ButtonLink>
            <p>{t('links.intro')}</p>
          </li>
          <li>
            <ButtonLink to={`/people/new${query}`} icon="people" wide>
              {t('access.how.account')}
            </ButtonLink>
            <p>{t('people.intro')}</p>
          </li>
        </ul>
      </Dialog>
    </div>
  )
}

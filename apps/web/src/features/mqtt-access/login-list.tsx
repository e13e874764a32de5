import type { MqttCredentials, MqttLogin } from '@senca/contract/mqtt'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMessage } from '#core/messages.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { fullMoment } from '#i18n/moments.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { useServerCall } from '#i18n/use-server-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ConfirmDialog, Dialog } from '#ui/feedback/dialog.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { RecordRow, Records } from '#ui/layout/record-row.tsx'
import { FieldValues, useCopy } from './copy-value.tsx'
import { loginFields } from './login-fields.ts'
import styles from './mqtt.module.css'
import { loginsQuery, mqttApi } from './mqtt.ts'
import { NewLoginDialog } from './new-login-dialog.tsx'

type Opened = { kind: 'new' } | { kind: 'made'; login: MqttCredentials } | { kind: 'delete'; name: string }

/** The logins of the account: each for one bridge or device, which can be deleted without the others. */
export function LoginList() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{t('mqtt.logins')}</h2>
      <Loaded query={useQuery(loginsQuery)} words={useLoadedWords()}>
        {(logins) => (
          <>
            {logins.length === 0 ? (
              <p className={styles.note}>{t('mqtt.noLogins')}</p>
            ) : (
              <Records>
                {logins.map((login) => (
                  <LoginRow
                    key={login.name}
                    login={login}
                    onDelete={() => setOpened({ kind: 'delete', name: login.name })}
                  />
                ))}
              </Records>
            )}
            <Button
              icon="plus"
              variant={logins.length === 0 ? 'primary' : 'secondary'}
              onClick={() => setOpened({ kind: 'new' })}
            >
              {t('mqtt.newLogin')}
            </Button>
            {opened?.kind === 'new' && (
              <NewLoginDialog
                names={logins.map(({ name }) => name)}
                onCancel={close}
                onMade={(login) => setOpened({ kind: 'made', login })}
              />
            )}
          </>
        )}
      </Loaded>
      {opened?.kind === 'made' && <MadeLoginDialog login={opened.login} onClose={close} />}
      {opened?.kind === 'delete' && <DeleteLoginDialog name={opened.name} onClose={close} />}
    </section>
  )
}

function LoginRow({ login, onDelete }: { login: MqttLogin; onDelete: () => void }) {
  const { t } = useTranslation()
  const { name, username, connections, createdAt, lastUsedAt } = login
  const moment = (at: string) => fullMoment(new Date(at), pageTag())
  return (
    <RecordRow
      icon="key"
      name={name}
      actions={<IconButton icon="trash" label={t('mqtt.deleteNamed', { name })} onClick={onDelete} />}
    >
      <Facts
        facts={[
          username,
          connections > 0 ? t('mqtt.connections', { count: connections }) : null,
          lastUsedAt === null
            ? t('mqtt.made', { when: moment(createdAt) })
            : t('mqtt.used', { when: moment(lastUsedAt) }),
        ]}
      />
    </RecordRow>
  )
}

/** Shows a login with its password, which is shown only once. */
function MadeLoginDialog({ login, onClose }: { login: MqttCredentials; onClose: () => void }) {
  const { t } = useTranslation()
  const copy = useCopy()
  const fields = loginFields(login, t)
  return (
    <Dialog
      open
      title={login.name}
      text={t('mqtt.once')}
      onCancel={onClose}
      actions={
        <>
          <Button
            icon="copy"
            onClick={() => copy(fields.map(({ label, value }) => `${label}: ${value}`).join('\n'))}
          >
            {t('mqtt.copyAll')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('mqtt.kept')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FieldValues fields={fields} />
      </div>
    </Dialog>
  )
}

function DeleteLoginDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useServerCall({
    send: () => mqttApi.deleteLogin(name),
    onDone() {
      showMessage('success', t('mqtt.deleted', { name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={t('mqtt.deleteTitle', { name })}
      text={t('mqtt.deleteText')}
      cancelLabel={t('dialog.cancel')}
      confirmLabel={t('mqtt.delete')}
      danger
      loading={remove.isSending}
      onCancel={onClose}
      onConfirm={() => remove.send()}
    />
  )
}

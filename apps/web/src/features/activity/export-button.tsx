import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pageNow } from '#core/clock.ts'
import { errorText } from '#i18n/error-text.ts'
import { pageTag } from '#i18n/format-tag.ts'
import { Button } from '#ui/controls/button.tsx'
import { activityApi } from './activity.ts'
import styles from './export-button.module.css'
import { spreadsheetText } from './spreadsheet.ts'

/** Starts a download of a text as a file. */
function offerFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** A button that downloads the whole activity as a CSV file, of one device or of the home (`deviceId` null). */
export function ExportButton({ deviceId }: { deviceId: string | null }) {
  const { t } = useTranslation()
  const download = useMutation({
    mutationFn: () => activityApi.export(deviceId),
    onSuccess: (text) =>
      offerFile(
        `senca-activity-${pageNow().toISOString().slice(0, 10)}.csv`,
        spreadsheetText(text, pageTag()),
      ),
  })
  return (
    <div>
      <Button icon="download" loading={download.isPending} onClick={() => download.mutate()}>
        {t('activity.export')}
      </Button>
      {download.error !== null && (
        <p className={styles.error} role="alert">
          {errorText(download.error, t)}
        </p>
      )}
    </div>
  )
}

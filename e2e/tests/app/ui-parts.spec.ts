import { expect, type Locator, type Page } from '@playwright/test'
import { test, WITH_MOTION } from '#product/test.ts'

test.use(WITH_MOTION)

const slider = (page: Page, label: string): Locator =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Sliders of three values' }) })
    .getByLabel(label, { exact: true })

test('dialogs and sliders', async ({ page, gallery }) => {
  test.setTimeout(600_000)
  await test.step('a dialog', async () => {
    await page.goto(gallery.url)
    await test.step('takes the focus and gives it back; Escape is its Cancel button [AT11]', async () => {
      const opener = page.getByRole('button', { name: 'Confirm dialog' })
      const dialog = page.getByRole('dialog', { name: 'Delete your account now?' })
      for (const leave of [
        () => page.keyboard.press('Escape'),
        () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      ]) {
        await opener.click()
        await expect(dialog).toBeVisible()
        await expect(dialog.locator(':focus')).toHaveCount(1)
        await leave()
        await expect(dialog).toBeHidden()
        await expect(opener).toBeFocused()
      }
    })

    await test.step('stays when somebody clicks beside it', async () => {
      await page.getByRole('button', { name: 'Confirm dialog' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete your account now?' })
      await expect(dialog).toBeVisible()
      await page.mouse.click(4, 4)
      await expect(dialog).toBeVisible()
      await expect(dialog).toHaveAccessibleDescription(/All your devices are deleted with it/)
    })
    await page.keyboard.press('Escape')

    await test.step('keeps one choice of several', async () => {
      await page.getByRole('button', { name: 'Radio dialog' }).click()
      const choices = page.getByRole('radiogroup', { name: 'Language' })
      await choices.getByRole('radio', { name: 'Deutsch' }).click()
      await expect(choices.getByRole('radio', { checked: true })).toHaveCount(1)
      await expect(choices.getByRole('radio', { name: 'Deutsch' })).toBeChecked()
    })
  })

  await test.step('a slider of three values', async () => {
    await page.goto(gallery.url)
    await test.step('follows a held key and goes back to what is reported', async () => {
      const atRest = slider(page, 'At rest')
      await atRest.focus()
      const reported = (await atRest.getAttribute('aria-valuetext')) ?? ''
      await page.keyboard.down('ArrowRight')
      await expect(atRest).not.toHaveAttribute('aria-valuetext', reported)
      await page.keyboard.press('Escape')
      await page.keyboard.up('ArrowRight')
      await expect(atRest).toHaveAttribute('aria-valuetext', reported)
    })

    await test.step('follows a finger and goes back to what is reported when it lets go', async () => {
      const atRest = slider(page, 'At rest')
      await atRest.scrollIntoViewIfNeeded()
      const reported = (await atRest.getAttribute('aria-valuetext')) ?? ''
      const box = await atRest.boundingBox()
      if (box === null) throw new Error('The slider is not shown')
      await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2)
      await page.mouse.down()
      await expect(atRest).not.toHaveAttribute('aria-valuetext', reported)
      await page.mouse.up()
      await expect(atRest).toHaveAttribute('aria-valuetext', reported)
    })

    await test.step('does not move while it is disabled', async () => {
      const offline = slider(page, 'Offline')
      await expect(offline).toBeDisabled()
      await offline.scrollIntoViewIfNeeded()
      const reported = (await offline.getAttribute('aria-valuetext')) ?? ''
      const box = await offline.boundingBox()
      if (box === null) throw new Error('The slider is not shown')
      await page.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2)
      await page.mouse.down()
      await expect(offline).toHaveAttribute('aria-valuetext', reported)
      await page.mouse.up()
    })
  })
})

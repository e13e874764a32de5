DROP INDEX "mails_state_due_at";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "outcome" text;--> statement-breakpoint
UPDATE "mails" SET "outcome" = CASE "state" WHEN 'sent' THEN 'sent' WHEN 'refused' THEN 'refused' ELSE 'expired' END WHERE "sealed" IS NULL;--> statement-breakpoint
CREATE INDEX "mails_outcome_created_at" ON "mails" USING btree ("outcome","created_at");--> statement-breakpoint
ALTER TABLE "mails" DROP COLUMN "state";--> statement-breakpoint
ALTER TABLE "mails" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "mails" DROP COLUMN "due_at";
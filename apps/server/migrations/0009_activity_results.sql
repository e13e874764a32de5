ALTER TABLE "activity" ADD COLUMN "result" jsonb;--> statement-breakpoint
UPDATE "activity" AS entry SET "result" = outcome."result" FROM (
  SELECT DISTINCT ON ("about") "about",
    CASE "action" WHEN 'acknowledged' THEN '{"status":"acknowledged"}'::jsonb
      ELSE "details" || jsonb_build_object('status', "action") END AS "result"
  FROM "activity" WHERE "about" IS NOT NULL ORDER BY "about", "action" = 'acknowledged', "id") AS outcome
WHERE entry."key" = outcome."about";--> statement-breakpoint
DELETE FROM "activity" WHERE "about" IS NOT NULL;--> statement-breakpoint
DROP INDEX "activity_about_action";--> statement-breakpoint
DROP INDEX "activity_home";--> statement-breakpoint
DROP INDEX "activity_device";--> statement-breakpoint
CREATE INDEX "activity_home" ON "activity" USING btree ("account_id","id") WHERE "activity"."device_id" is not null;--> statement-breakpoint
CREATE INDEX "activity_device" ON "activity" USING btree ("account_id","device_id","id") WHERE "activity"."device_id" is not null;--> statement-breakpoint
ALTER TABLE "activity" DROP COLUMN "about";

DROP INDEX "activity_device_id_at";--> statement-breakpoint
DROP INDEX "activity_account_id_id";--> statement-breakpoint
DROP INDEX "activity_at";--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "device_name" text;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "key" uuid;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "about" uuid;--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "keep" text;--> statement-breakpoint
UPDATE "activity" SET "actor_id" = "account_id",
  "origin" = CASE WHEN "device_id" IS NULL THEN "origin" ELSE 'app' END,
  "keep" = CASE WHEN "device_id" IS NULL THEN 'trail' ELSE 'door' END;--> statement-breakpoint
ALTER TABLE "activity" ALTER COLUMN "keep" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "activity_home" ON "activity" USING btree ("account_id","id") WHERE "activity"."device_id" is not null and "activity"."about" is null;--> statement-breakpoint
CREATE INDEX "activity_device" ON "activity" USING btree ("account_id","device_id","id") WHERE "activity"."device_id" is not null and "activity"."about" is null;--> statement-breakpoint
CREATE INDEX "activity_trail" ON "activity" USING btree ("account_id","id") WHERE "activity"."device_id" is null;--> statement-breakpoint
CREATE INDEX "activity_keep_at" ON "activity" USING btree ("keep","at");--> statement-breakpoint
CREATE UNIQUE INDEX "activity_key" ON "activity" USING btree ("key") WHERE "activity"."key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "activity_about_action" ON "activity" USING btree ("about","action") WHERE "activity"."about" is not null;
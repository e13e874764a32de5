CREATE TABLE "warning_feeds" (
	"url" text PRIMARY KEY NOT NULL,
	"ask_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"etag" text,
	"last_modified" text,
	"documents" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "weather_warnings" (
	"key" text PRIMARY KEY NOT NULL,
	"is_replaced" boolean DEFAULT false NOT NULL,
	"parts" jsonb NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "origin" text DEFAULT 'owner' NOT NULL;--> statement-breakpoint
ALTER TABLE "alarms" DROP CONSTRAINT "alarms_account_id_source_pk";--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_account_id_source_origin_pk" PRIMARY KEY("account_id","source","origin");--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "weather_warnings_ends_at" ON "weather_warnings" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "alarms_origin" ON "alarms" USING btree ("origin");
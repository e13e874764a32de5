CREATE TABLE "device_link_devices" (
	"link_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"place" smallint NOT NULL,
	"channels" jsonb,
	"actions" jsonb,
	"limits" jsonb,
	CONSTRAINT "device_link_devices_link_id_device_id_pk" PRIMARY KEY("link_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "device_link_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"link_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_link_tombstones" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"ended_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_link_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"link_id" uuid NOT NULL,
	"is_unlock" boolean NOT NULL,
	"reserved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"sealed_token" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"name" text,
	"multi_use" boolean NOT NULL,
	"max_uses" integer,
	"starts_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"windows" jsonb NOT NULL,
	"sealed_pin" text,
	"pin_guesses" integer DEFAULT 0 NOT NULL,
	"pin_locked_until" timestamp with time zone,
	"uses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "device_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sharing_freezes" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"frozen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activity" ADD COLUMN "actor_name" text;--> statement-breakpoint
ALTER TABLE "device_link_devices" ADD CONSTRAINT "device_link_devices_link_id_device_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."device_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_link_devices" ADD CONSTRAINT "device_link_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_link_tokens" ADD CONSTRAINT "device_link_tokens_link_id_device_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."device_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_link_uses" ADD CONSTRAINT "device_link_uses_link_id_device_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."device_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_links" ADD CONSTRAINT "device_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sharing_freezes" ADD CONSTRAINT "sharing_freezes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_link_devices_device_id" ON "device_link_devices" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "device_link_tokens_link_id" ON "device_link_tokens" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "device_link_tokens_expires_at" ON "device_link_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "device_link_tombstones_ended_at" ON "device_link_tombstones" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "device_link_uses_link_id" ON "device_link_uses" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "device_link_uses_reserved_at" ON "device_link_uses" USING btree ("reserved_at");--> statement-breakpoint
CREATE INDEX "device_links_account_id" ON "device_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "device_links_expires_at" ON "device_links" USING btree ("expires_at");
CREATE TABLE "notification_mails" (
	"notification_id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"sealed" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" smallint PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_services" (
	"service" text PRIMARY KEY NOT NULL,
	"unreachable_since" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"refused_status" smallint
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"service" text NOT NULL,
	"origin" text NOT NULL,
	"label" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_accepted_at" timestamp with time zone,
	"last_shown_at" timestamp with time zone,
	"unconfirmed" smallint DEFAULT 0 NOT NULL,
	"unconfirmed_since" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"visible_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "push_subscriptions_session_id" UNIQUE("session_id"),
	CONSTRAINT "push_subscriptions_endpoint_hash" UNIQUE("endpoint_hash")
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"notification_id" uuid,
	"subscription_id" uuid,
	"label" text NOT NULL,
	"purpose" text NOT NULL,
	"level" text NOT NULL,
	"tag" text NOT NULL,
	"state" text NOT NULL,
	"state_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"is_held" boolean DEFAULT false NOT NULL,
	"is_discreet" boolean DEFAULT false NOT NULL,
	"is_missed" boolean DEFAULT false NOT NULL,
	"carried_by" uuid,
	"receipt_hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "keeps_home" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_mails_due_at" ON "notification_mails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_account_id" ON "push_subscriptions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "pushes_next_at" ON "pushes" USING btree ("next_at") WHERE "pushes"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "pushes_notification_id" ON "pushes" USING btree ("notification_id");--> statement-breakpoint
CREATE INDEX "pushes_subscription_id" ON "pushes" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "pushes_account_id_created_at" ON "pushes" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "pushes_carried_by" ON "pushes" USING btree ("carried_by") WHERE "pushes"."carried_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "pushes_receipt_hash" ON "pushes" USING btree ("receipt_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "pushes_missed" ON "pushes" USING btree ("subscription_id") WHERE "pushes"."purpose" = 'missed' and "pushes"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_key" ON "notifications" USING btree ("key");
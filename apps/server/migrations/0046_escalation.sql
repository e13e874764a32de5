CREATE TABLE "escalation_people" (
	"owner_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"accepted_at" timestamp with time zone,
	CONSTRAINT "escalation_people_owner_id_account_id_pk" PRIMARY KEY("owner_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "escalation_steps" (
	"notification_id" uuid NOT NULL,
	"step" smallint NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "escalation_steps_notification_id_step_pk" PRIMARY KEY("notification_id","step")
);
--> statement-breakpoint
CREATE TABLE "escalations" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"after_minutes" smallint NOT NULL,
	"mail" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "escalation_people" ADD CONSTRAINT "escalation_people_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation_people" ADD CONSTRAINT "escalation_people_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation_steps" ADD CONSTRAINT "escalation_steps_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "escalation_people_account_id" ON "escalation_people" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "escalation_steps_due_at" ON "escalation_steps" USING btree ("due_at") WHERE "escalation_steps"."done_at" is null;
CREATE TABLE "matter_keepers" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"keeper" uuid NOT NULL,
	"kept_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "matter_keepers" ADD CONSTRAINT "matter_keepers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;